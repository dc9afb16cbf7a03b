# The command in an image: docker run --rm -v "$PWD:/models:ro" IMAGE validate .
# Built from the tarball that `npm run package` makes: docker build -f Dockerfile .cache
FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0
COPY protomdl-*.tgz /tmp/
RUN npm install --global --omit=dev /tmp/protomdl-*.tgz && rm /tmp/protomdl-*.tgz && npm cache clean --force
USER node
WORKDIR /models
ENTRYPOINT ["protomdl"]
CMD ["--help"]
