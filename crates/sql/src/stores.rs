//! The resources of queries: memory, and the object stores of files.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use sysinfo::System;

/// Returns the default memory for queries: three quarters of that of the machine or of the control group.
pub(super) fn default_memory() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    system.total_memory().min(group) / 4 * 3
}

/// Returns the environment of queries: at most `memory` bytes, then spilling to temporary files; with the feature `cluster`,
/// `s3://` addresses.
pub(super) fn runtime_env(memory: u64) -> Result<Arc<RuntimeEnv>> {
    let pool = FairSpillPool::new(usize::try_from(memory).unwrap_or(usize::MAX));
    let builder = RuntimeEnvBuilder::new().with_memory_pool(Arc::new(pool));
    #[cfg(feature = "cluster")]
    let builder = builder.with_object_store_registry(Arc::new(buckets::Buckets::default()));
    builder.build_arc()
}

#[cfg(feature = "cluster")]
mod buckets {
    use std::sync::Arc;

    use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
    use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
    use object_store::ObjectStore;
    use object_store::aws::AmazonS3Builder;
    use url::Url;

    /// Opens an S3 bucket on first use, with the settings of the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
    /// `AWS_REGION`, `AWS_ENDPOINT` and so on.
    #[derive(Debug, Default)]
    pub(super) struct Buckets {
        known: DefaultObjectStoreRegistry,
    }

    impl ObjectStoreRegistry for Buckets {
        fn register_store(&self, url: &Url, store: Arc<dyn ObjectStore>) -> Option<Arc<dyn ObjectStore>> {
            self.known.register_store(url, store)
        }

        fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
            self.known.deregister_store(url)
        }

        fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
            if url.scheme() != "s3" {
                return self.known.get_store(url);
            }
            self.known.get_store(url).or_else(|_| {
                let bucket = url.host_str().ok_or_else(|| exec_datafusion_err!("{url} names no bucket"))?;
                let store = AmazonS3Builder::from_env().with_bucket_name(bucket).build();
                let store: Arc<dyn ObjectStore> =
                    Arc::new(store.map_err(|error| DataFusionError::ObjectStore(Box::new(error)))?);
                self.known.register_store(url, Arc::clone(&store));
                Ok(store)
            })
        }
    }
}
