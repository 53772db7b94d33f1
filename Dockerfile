FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY src src
COPY commands commands
COPY LICENSE ./
RUN install -d -o node -g node -m 0700 /app/data /app/keys /app/node_modules/.cache
USER node
VOLUME ["/app/data", "/app/keys"]
CMD ["node", "--max-semi-space-size=4", "--initial-old-space-size=64", "--heap-growing-percent=40", "src/start.js"]
