// Prints an output of a model as real numbers.
//
//   protomdl info model.hef --format json -o info.json
//   g++ -std=c++17 dequantise.cpp -o dequantise     (Debian: nlohmann-json3-dev)
//   ./dequantise info.json yolov8n/conv41 frame.bin
//
// `frame.bin` has the bytes of one frame as the runtime returns them.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

using nlohmann::json;

static json find_output(const json &info, const std::string &name) {
    for (const auto &file : info.at("files")) {
        if (!file.contains("networkGroups")) continue;
        for (const auto &group : file.at("networkGroups"))
            for (const auto &output : group.at("outputs"))
                if (output.at("name") == name) return output;
    }
    throw std::runtime_error("no output has the name " + name);
}

template <typename T>
static void print(const json &output, const std::vector<char> &frame) {
    std::vector<T> stored(frame.size() / sizeof(T));
    std::memcpy(stored.data(), frame.data(), stored.size() * sizeof(T));
    const json &quantization = output.at("quantization");
    const json &per_feature = quantization.at("perFeature");
    // Features vary fastest, so that an element's feature follows from its place.
    const size_t features = output.at("shape").at("features");
    std::vector<double> scales{quantization.at("scale").get<double>()};
    std::vector<double> zero_points{quantization.at("zeroPoint").get<double>()};
    if (!per_feature.is_null()) {
        scales = per_feature.at("scales").get<std::vector<double>>();
        zero_points = per_feature.at("zeroPoints").get<std::vector<double>>();
    }
    for (size_t i = 0; i < stored.size(); i++) {
        const size_t feature = per_feature.is_null() ? 0 : i % features;
        std::printf("%.6g\n", scales[feature] * (static_cast<double>(stored[i]) - zero_points[feature]));
    }
}

int main(int argc, char **argv) try {
    if (argc != 4) throw std::runtime_error("usage: dequantise INFO.json OUTPUT FRAME.bin");
    const json output = find_output(json::parse(std::ifstream(argv[1])), argv[2]);
    std::ifstream file(argv[3], std::ios::binary);
    const std::vector<char> frame{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!output.at("nms").is_null()) throw std::runtime_error("a list of boxes: its numbers are real already");
    if (frame.size() != output.at("frameBytes").get<size_t>()) throw std::runtime_error("not the bytes of one frame");
    const std::string type = output.at("type");
    if (type == "UINT8") print<uint8_t>(output, frame);
    else if (type == "UINT16") print<uint16_t>(output, frame);
    else print<float>(output, frame);
    return 0;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
