"""Tags the wheel for the systems that its library runs on; `build-wheel` says which."""

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelTag(BuildHookInterface):  # type: ignore[type-arg]
    """Takes the platform from TRUTHS_WHEEL_PLATFORM, such as `manylinux_2_35_x86_64`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Without a platform, as for an editable installation, the wheel has no library and goes everywhere."""
        platform = os.environ.get("TRUTHS_WHEEL_PLATFORM")
        if platform:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform}"
