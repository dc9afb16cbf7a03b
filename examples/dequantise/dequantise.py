"""Prints an output of a model as real numbers, in the order height, width, features.

    protomdl info model.hef --format json -o info.json
    python3 dequantise.py info.json yolov8n/conv41 frame.bin

`frame.bin` has the bytes of one frame as the runtime returns them. For a frame as the device sends it, with padding,
name a channel of the device (the rows with └ of `protomdl info`), and add `device` if an output has the same name.
"""

import json
import sys
from array import array

ELEMENTS = {"UINT8": "B", "UINT16": "H", "FLOAT32": "f"}


def find_stream(info, name, only_device):
    groups = [group for file in info["files"] for group in file.get("networkGroups", [])]
    outputs = [output for group in groups for output in group["outputs"]]
    channels = [one for group in groups for one in group["hardwareStreams"] if one["direction"] == "output"]
    streams = channels if only_device else outputs + channels
    for stream in streams:
        if stream["name"] == name:
            return stream
    names = dict.fromkeys(stream["name"] for stream in streams)
    raise SystemExit(f"no output has the name {name}; there are: {', '.join(names)}")


def places(stream):
    """Yields the position of each element in the frame, and its feature."""
    shape = stream["shape"]
    # Only channels of the device are padded.
    padded = stream.get("paddedShape", shape)
    features, width = padded["features"], padded["width"]
    for y in range(shape["height"]):
        for x in range(shape["width"]):
            for feature in range(shape["features"]):
                if stream["order"] == "NHCW":
                    yield (y * features + feature) * width + x, feature
                else:
                    yield (y * width + x) * features + feature, feature


def dequantise(stream, frame):
    if len(frame) != stream["frameBytes"]:
        raise SystemExit(f"a frame has {stream['frameBytes']} bytes, not {len(frame)}")
    element = ELEMENTS[stream["type"]]
    # The device fills up a frame to a multiple of 8 bytes.
    stored = array(element, frame[: len(frame) // array(element).itemsize * array(element).itemsize])
    quantization = stream["quantization"]
    per_feature = quantization["perFeature"]
    for place, feature in places(stream):
        if per_feature is None:
            scale, zero_point = quantization["scale"], quantization["zeroPoint"]
        else:
            scale, zero_point = per_feature["scales"][feature], per_feature["zeroPoints"][feature]
        yield scale * (stored[place] - zero_point)


def main():
    if len(sys.argv) not in (4, 5) or sys.argv[4:] not in ([], ["device"]):
        raise SystemExit(f"usage: {sys.argv[0]} INFO.json OUTPUT FRAME.bin [device]")
    info_path, name, frame_path = sys.argv[1:4]
    with open(info_path, encoding="utf-8") as file:
        stream = find_stream(json.load(file), name, len(sys.argv) == 5)
    with open(frame_path, "rb") as file:
        frame = file.read()
    if stream["nms"] is not None:
        raise SystemExit(f"{name} is a list of boxes, which docs/info.md describes")
    if stream.get("isMux") or stream["order"] not in ("NHWC", "NHCW", "FCR", "NC", "NHW"):
        raise SystemExit(f"{name} has several outputs, or the order {stream['order']}: read outputs of the runtime")
    for real in dequantise(stream, frame):
        print(f"{real:.6g}")


main()
