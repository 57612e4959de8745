//! Partition columns from folders such as `year=2024/month=05`.

use percent_encoding::percent_decode_str;

use super::error::SqlError;
use super::files::{Files, FoundFile};
use super::files_table::{FileList, ListedFile};

/// The value of a folder for null.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The keys and values of the folders of a file; `None` is null.
type Folders = Vec<(String, Option<String>)>;

/// Lists files with the columns of their partition folders, which must have the same keys.
pub(super) fn listed(found: &Files) -> Result<FileList, SqlError> {
    let Files { kind, packing, files, .. } = found;
    let folders = files.iter().map(folders).collect::<Result<Vec<Folders>, SqlError>>()?;
    let keys = |folders: &Folders| folders.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    let expected = folders.first().map(keys).unwrap_or_default();
    if let Some((file, _)) = files.iter().zip(&folders).find(|(_, folders)| keys(folders) != expected) {
        let (first, file) = (files.first().map_or_else(String::new, FoundFile::name), file.name());
        return Err(SqlError::new(format!("{file} and {first} have folders of different partition columns")));
    }
    // A column is numeric if all its values are.
    let is_number = |index: usize| {
        let mut values = folders.iter().filter_map(|folders| folders.get(index)?.1.as_deref());
        values.all(|value| value.parse::<i64>().is_ok())
    };
    let columns = expected.into_iter().enumerate().map(|(index, key)| (key, is_number(index))).collect();
    let files = files.iter().zip(folders).map(|(file, folders)| {
        let values = folders.into_iter().map(|(_, value)| value).collect();
        ListedFile { url: file.url.to_string(), values }
    });
    Ok(FileList { kind: *kind, packing: packing.map(str::to_owned), columns, files: files.collect() })
}

/// Returns the partition folders of a file.
fn folders(file: &FoundFile) -> Result<Folders, SqlError> {
    let location = file.meta.location.as_ref();
    let (folders, _) = location.rsplit_once('/').unwrap_or_default();
    let pairs = folders.split('/').filter_map(|folder| folder.split_once('='));
    pairs
        .map(|(key, value)| match value {
            _ if key.is_empty() || value.is_empty() => Err(SqlError::new(format!(
                "cannot read {}: the folder '{key}={value}' needs a name and a value, such as year=2024",
                file.name()
            ))),
            NULL => Ok((key.to_owned(), None)),
            // Spark, DuckDB and pyarrow escape special characters.
            value => Ok((key.to_owned(), Some(percent_decode_str(value).decode_utf8_lossy().into_owned()))),
        })
        .collect()
}
