/** Initial file of settings: all options, with the usual ones switched on. */
export const STARTER = `# What counts when protomdl validates the files of this project. protomdl validate takes this file from the folder it
# runs in, or from the nearest folder above. Editors complete and check it where they find the schema:
# yaml-language-server: $schema=./node_modules/protomdl/docs/schemas/config.schema.json

# recommended: severities as "protomdl explain" lists them; strict: warnings are errors.
extends: recommended

# Releases of the runtime that are to load the files: severities follow what these do with them.
# target: ["4.20.0", "4.23.0"]

# The device that is to run them: a file that was compiled for another one is an error.
# device: hailo8l

# From which findings on the command ends with 1: error, warning, info, runtime (a target does not load it), never.
failOn: error

# Files and folders that directories are not searched for. What .gitignore names is left out anyway.
# exclude: [third-party, "*.draft.hef"]

# error, warning, info or off, for codes, patterns and groups of codes.
# severity:
#   unknown-fields: off
#   "frame-*": error

# Findings that you have looked at and live with. They need a reason, and may end.
# ignore:
#   - code: multi-context-on-eth
#     files: ["legacy/**"]
#     reason: our devices are on PCIe
#     expires: 2030-12-31

# Other severities for some files.
# overrides:
#   - files: ["third-party/**"]
#     severity:
#       newer-layout: info

# Findings that were there before do not count: "protomdl validate . --write-baseline protomdl-baseline.json" makes it.
# baseline: protomdl-baseline.json

# limits:
#   maxPerCode: 50
#   budget: 10m
`;
