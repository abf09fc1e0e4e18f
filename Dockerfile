# syntax=docker/dockerfile:1

# One image for all apps; the command says which one runs (see docker-compose.yml).
# The current LTS release. The tests run on it and on the oldest release that package.json takes.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NPM_CONFIG_UPDATE_NOTIFIER=false

# What npm needs to know, without the sources: these layers are kept until a dependency changes.
FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/contracts/package.json packages/contracts/
COPY packages/devkit/package.json packages/devkit/
COPY packages/domain/package.json packages/domain/
COPY packages/integrations/package.json packages/integrations/
COPY packages/mcp/package.json packages/mcp/
COPY packages/platform/package.json packages/platform/
COPY packages/queue/package.json packages/queue/
COPY packages/store/package.json packages/store/
COPY packages/usecases/package.json packages/usecases/
COPY apps/api/package.json apps/api/
COPY apps/cli/package.json apps/cli/
COPY apps/console/package.json apps/console/
COPY apps/psa-simulator/package.json apps/psa-simulator/
COPY apps/worker/package.json apps/worker/

FROM manifests AS build
RUN npm ci
COPY tsconfig.build.json tsconfig.base.json ./
COPY packages packages
COPY apps apps
# What is left for the image: what was built, without the devkit, which starts servers for development.
RUN npm run build \
 && rm -rf packages/devkit \
 && find packages apps -mindepth 2 -maxdepth 2 ! -name dist ! -name public ! -name vendor ! -name package.json -exec rm -rf {} +

FROM manifests AS production-packages
RUN npm ci --omit=dev --workspace=apps/api --workspace=apps/worker --workspace=apps/cli --workspace=apps/psa-simulator \
 && rm -rf packages/devkit node_modules/@leadbridge/devkit node_modules/mongodb-memory-server-core

FROM base AS app
ENV NODE_ENV=production HOST=0.0.0.0
# Megabytes of heap; with an idea of how much there is, V8 collects before the garbage outweighs what is in use.
ENV NODE_OPTIONS=--max-old-space-size=1024
COPY --from=production-packages /app ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
COPY docker/worker-health.mjs docker/
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "apps/api/dist/main.js"]
