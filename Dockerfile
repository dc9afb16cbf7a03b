# The command in an image: docker run --rm -v "$PWD:/models:ro" IMAGE validate .
# Built from the tarball that `npm run package` makes: docker build -f Dockerfile .cache
FROM node:20-bookworm-slim
COPY protomdl-*.tgz /tmp/
RUN npm install --global --omit=dev /tmp/protomdl-*.tgz && rm /tmp/protomdl-*.tgz && npm cache clean --force
USER node
WORKDIR /models
ENTRYPOINT ["protomdl"]
CMD ["--help"]
