/** Initial file of settings, which lists all options and enables the usual options. */
export const STARTER = `# Settings of "protomdl validate" for the files of this project. It reads this file from the folder that it runs in, or
# from the nearest parent folder. Editors complete and check the settings with this schema:
# yaml-language-server: $schema=./node_modules/protomdl/docs/schemas/config.schema.json

# recommended: severities as "protomdl explain" lists them; strict: warnings are errors.
extends: recommended

# Releases of the runtime that must load the files. They decide the severities.
# target: ["4.20.0", "4.23.0"]

# The device that must run the files. A file that was compiled for a different device is an error.
# device: hailo8l

# Findings that cause exit code 1: error, warning or info and above, runtime (a target does not load the file), never.
failOn: error

# Files and folders to skip in directories. Entries of .gitignore are skipped, too.
# exclude: [third-party, "*.draft.hef"]

# error, warning, info or off, for codes, patterns and groups of codes.
# severity:
#   unknown-fields: off
#   "frame-*": error

# Findings that you accept. Each entry needs a reason, and can expire.
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

# Findings in the baseline do not count. To write it: protomdl validate . --write-baseline protomdl-baseline.json
# baseline: protomdl-baseline.json

# limits:
#   maxPerCode: 50
#   budget: 10m
`;
