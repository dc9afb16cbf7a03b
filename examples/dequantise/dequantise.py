"""Prints an output of a model as real numbers.

    protomdl info model.hef --format json -o info.json
    python3 dequantise.py info.json yolov8n/conv41 frame.bin

`frame.bin` has the bytes of one frame as the runtime returns them.
"""

import json
import sys
from array import array

ELEMENTS = {"UINT8": "B", "UINT16": "H", "FLOAT32": "f"}


def find_output(info, name):
    for file in info["files"]:
        for group in file.get("networkGroups", []):
            for output in group["outputs"]:
                if output["name"] == name:
                    return output
    raise SystemExit(f"no output has the name {name}")


def dequantise(output, frame):
    if len(frame) != output["frameBytes"]:
        raise SystemExit(f"a frame has {output['frameBytes']} bytes, not {len(frame)}")
    stored = array(ELEMENTS[output["type"]], frame)
    quantization = output["quantization"]
    per_feature = quantization["perFeature"]
    # Features vary fastest, so that an element's feature follows from its place.
    features = output["shape"]["features"]
    for i, value in enumerate(stored):
        if per_feature is None:
            scale, zero_point = quantization["scale"], quantization["zeroPoint"]
        else:
            scale = per_feature["scales"][i % features]
            zero_point = per_feature["zeroPoints"][i % features]
        yield scale * (value - zero_point)


def main():
    info_path, name, frame_path = sys.argv[1:]
    with open(info_path, encoding="utf-8") as file:
        output = find_output(json.load(file), name)
    with open(frame_path, "rb") as file:
        frame = file.read()
    if output["nms"] is not None:
        raise SystemExit(f"{name} is a list of boxes: its numbers are real already")
    for real in dequantise(output, frame):
        print(f"{real:.6g}")


main()
