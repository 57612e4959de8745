#!/usr/bin/env bash
# Tests the Python package and the program with Spark, Ray Data, Dask and an S3 server, in a virtual environment of its own.
# Needs Java 17 or newer. Usage: tools/python-interop.sh FOLDER [ARGUMENTS OF PYTEST]
set -euo pipefail
folder=$1
shift
python=$folder/bin/python
command -v java >/dev/null || { echo "java is missing; install it: apt-get install openjdk-17-jre-headless" >&2; exit 1; }
if ! "$python" -c 'import boto3, chess, dask.dataframe, moto.server, pyspark, pytest, ray.data' 2>/dev/null; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$python" -m pip install --quiet --disable-pip-version-check \
        'boto3<2' 'chess==1.11.2' 'dask[dataframe]==2026.8.0' 'moto[server]==5.2.5' 'pandas<3' 'pyarrow==26.0.1' \
        'pyspark==4.3.0' 'pytest<10' 'ray[data]==2.60.0'
fi
# One build for the program and the package, with the features of `make test`, so that DataFusion is not compiled again.
PYO3_BUILD_EXTENSION_MODULE=1 cargo build --locked --workspace --all-features --lib --bin pinsight
package=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/pinsight
rm -rf "$package"
cp -r crates/python/python/pinsight "$package"
cp target/debug/lib_native.so "$package/_native.abi3.so"
export PINSIGHT=$PWD/target/debug/pinsight
cd crates/python
# Ctrl-C in a query: `make test` builds the package without SQL.
"$OLDPWD/$python" -m pytest --quiet -W default -p no:cacheprovider tests/test_interrupts.py -k 'sql or query'
"$OLDPWD/$python" -m pytest --quiet -W default -p no:cacheprovider interop "$@"
