# docker build -t yard . && docker run -p 3000:3000 -v yard-data:/yard/data -v yard-uploads:/yard/uploads yard
FROM node:24-bookworm AS build
WORKDIR /yard
COPY . .
# Development packages build the site; the built site needs none of them.
RUN node scripts/build.mjs && npm prune --omit=dev

FROM node:24-bookworm-slim
# With an arena for each thread glibc keeps 150 MB of what pictures took.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1
WORKDIR /yard
COPY --from=build /yard/package.json /yard/business.json /yard/teardown.json ./
COPY --from=build /yard/scripts scripts
COPY --from=build /yard/build build
COPY --from=build /yard/node_modules node_modules
# The rest of the folder is root's, so the site cannot change its own program.
RUN mkdir data uploads backups && chown node:node data uploads backups
USER node
VOLUME ["/yard/data", "/yard/uploads", "/yard/backups"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.mjs"]
