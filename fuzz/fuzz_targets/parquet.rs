#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinsight_properties::parquet(data));
