"""Ray Data and Dask give the rows of one process."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from pinsight import spark as pss

FUNCTIONS = {"moves": pss.moves(), "pins": pss.pins(), "motifs": pss.motifs()}


def rows(found: list[dict[str, Any]]) -> list[str]:
    return sorted(repr({name: list(value) if name in ("uci", "san") and value is not None and not isinstance(value, str) else value for name, value in row.items()}) for row in found)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_ray_data_maps_batches(movetext: pa.Table, name: str) -> None:
    ray: Any = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, ignore_reinit_error=True, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    function = FUNCTIONS[name]
    dataset = ray.data.from_arrow(movetext).repartition(4)
    found = dataset.map_batches(function, batch_format="pyarrow", batch_size=64).take_all()
    assert rows(found) == rows(function(movetext).to_pylist())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_dask_maps_partitions(movetext: pa.Table, name: str) -> None:
    dask_frames: Any = pytest.importorskip("dask.dataframe")
    function = FUNCTIONS[name]
    frame = dask_frames.from_pandas(movetext.to_pandas(), npartitions=4)
    found = frame.map_partitions(function, meta=function(frame._meta)).compute()
    assert rows(pa.Table.from_pandas(found, preserve_index=False).to_pylist()) == rows(function(movetext).to_pylist())
