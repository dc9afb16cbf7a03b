// Prints an output of a model as real numbers, in the order height, width, features.
//
//   protomdl info model.hef --format json -o info.json
//   g++ -std=c++17 dequantise.cpp -o dequantise     (Debian: nlohmann-json3-dev)
//   ./dequantise info.json yolov8n/conv41 frame.bin
//
// `frame.bin` has the bytes of one frame as the runtime returns them. For a frame as the device sends it, with
// padding, name a channel of the device (the rows with └ of `protomdl info`), and add `device` if an output has the
// same name.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using nlohmann::json;

static json find_stream(const json &info, const std::string &name, bool only_device) {
    std::vector<json> outputs, channels;
    for (const auto &file : info.at("files")) {
        if (!file.contains("networkGroups")) continue;
        for (const auto &group : file.at("networkGroups")) {
            for (const auto &output : group.at("outputs"))
                if (!only_device) outputs.push_back(output);
            for (const auto &channel : group.at("hardwareStreams"))
                if (channel.at("direction") == "output") channels.push_back(channel);
        }
    }
    outputs.insert(outputs.end(), channels.begin(), channels.end());
    std::string names;
    std::set<std::string> seen;
    for (const auto &stream : outputs) {
        if (stream.at("name") == name) return stream;
        const std::string other = stream.at("name");
        if (seen.insert(other).second) names += (names.empty() ? "" : ", ") + other;
    }
    throw std::runtime_error("no output has the name " + name + "; there are: " + names);
}

template <typename T>
static void print(const json &stream, const std::vector<char> &frame) {
    // The device fills up a frame to a multiple of 8 bytes.
    std::vector<T> stored(frame.size() / sizeof(T));
    std::memcpy(stored.data(), frame.data(), stored.size() * sizeof(T));
    const json &quantization = stream.at("quantization");
    const json &per_feature = quantization.at("perFeature");
    std::vector<double> scales{quantization.at("scale").get<double>()};
    std::vector<double> zero_points{quantization.at("zeroPoint").get<double>()};
    if (!per_feature.is_null()) {
        scales = per_feature.at("scales").get<std::vector<double>>();
        zero_points = per_feature.at("zeroPoints").get<std::vector<double>>();
    }
    const json &shape = stream.at("shape");
    // Only channels of the device are padded.
    const json padded = stream.value("paddedShape", shape);
    const size_t features = padded.at("features"), width = padded.at("width");
    const bool is_nhcw = stream.at("order") == "NHCW";
    for (size_t y = 0; y < shape.at("height").get<size_t>(); y++)
        for (size_t x = 0; x < shape.at("width").get<size_t>(); x++)
            for (size_t feature = 0; feature < shape.at("features").get<size_t>(); feature++) {
                const size_t place = is_nhcw ? (y * features + feature) * width + x : (y * width + x) * features + feature;
                const size_t own = per_feature.is_null() ? 0 : feature;
                std::printf("%.6g\n", scales[own] * (static_cast<double>(stored.at(place)) - zero_points[own]));
            }
}

int main(int argc, char **argv) try {
    const bool only_device = argc == 5 && std::string(argv[4]) == "device";
    if (argc != 4 && !only_device)
        throw std::runtime_error("usage: " + std::string(argv[0]) + " INFO.json OUTPUT FRAME.bin [device]");
    const std::string name = argv[2];
    const json stream = find_stream(json::parse(std::ifstream(argv[1])), name, only_device);
    std::ifstream file(argv[3], std::ios::binary);
    const std::vector<char> frame{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!stream.at("nms").is_null()) throw std::runtime_error(name + " is a list of boxes, which docs/info.md describes");
    const std::string order = stream.at("order"), type = stream.at("type");
    if (stream.value("isMux", false) || std::set<std::string>{"NHWC", "NHCW", "FCR", "NC", "NHW"}.count(order) == 0)
        throw std::runtime_error(name + " has several outputs, or the order " + order + ": read outputs of the runtime");
    const size_t bytes = stream.at("frameBytes");
    if (frame.size() != bytes)
        throw std::runtime_error("a frame has " + std::to_string(bytes) + " bytes, not " + std::to_string(frame.size()));
    if (type == "UINT8") print<uint8_t>(stream, frame);
    else if (type == "UINT16") print<uint16_t>(stream, frame);
    else print<float>(stream, frame);
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
