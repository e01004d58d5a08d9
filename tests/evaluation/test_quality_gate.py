"""No change lowers unseen what is found: our own questions, the model and the settings that come by default, floors."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from server.cli import main

HERE = Path(__file__).parent


@pytest.mark.timeout(900)  # the model reads 260 chunks
def test_no_measure_of_our_own_questions_is_below_its_floor(tmp_path: Path) -> None:
    arguments = ["evaluate", HERE / "small", "--floors", HERE / "floors.toml", "--folder", tmp_path]
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
