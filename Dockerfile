FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Of what is optional the program that draws is wanted, and Node not: it is here.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* && install -d -m 0700 /empty

# What starts in half the time the sources take.
FROM build AS bundle
RUN npm ci --ignore-scripts
COPY rolldown.config.ts ./
COPY src src
COPY commands commands
RUN npm run build

# The same Debian without npm, which nothing needs any more.
FROM debian:bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
COPY src src
COPY commands commands
COPY --from=bundle /app/dist dist
# Marked too: what was built runs while it is as it was.
COPY rolldown.config.ts LICENSE ./
COPY --from=build --chown=1000:1000 /empty /app/data
COPY --from=build --chown=1000:1000 /empty /app/keys
COPY --from=build --chown=1000:1000 /empty /app/node_modules/.cache
USER 1000:1000
VOLUME ["/app/data", "/app/keys"]
CMD ["node", "--max-semi-space-size=4", "--initial-old-space-size=64", "--heap-growing-percent=40", "src/start.js"]
