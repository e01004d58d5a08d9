import pytest
import torch
from torch import nn

from indexing.embedders.packed_linear import PackedLinear, pack_linears

pytestmark = pytest.mark.skipif(
    not torch.backends.mkldnn.is_available(),  # type: ignore[no-untyped-call]
    reason="this build of PyTorch has no oneDNN",
)


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("rows", [1, 17, 300])
def test_a_packed_layer_computes_what_the_plain_one_does(bias: bool, rows: int) -> None:
    torch.manual_seed(1)
    linear, x = nn.Linear(96, 48, bias=bias), torch.randn(2, rows, 96)
    with torch.inference_mode():
        assert torch.allclose(PackedLinear(linear)(x), linear(x), atol=1e-5)


def test_every_float32_linear_is_packed_and_nothing_else() -> None:
    inner = nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.Linear(4, 4, dtype=torch.float64))
    module = nn.Sequential(inner, nn.Linear(4, 2))
    pack_linears(module)
    assert [type(part).__name__ for part in inner] == ["PackedLinear", "LayerNorm", "Linear"]
    assert type(module[1]) is PackedLinear
