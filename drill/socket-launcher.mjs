import { spawnSync } from "node:child_process";
import { createServer } from "node:net";

// Stands in for systemd's socket activation: holds a listening socket, and runs the site again whenever it ends.
//   node drill/socket-launcher.mjs PID_FILE: prints the port; PID_FILE then has the site's process id.
const [pidFile] = process.argv.slice(2);
const START = 'echo $$ > "$0"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$1" scripts/start.mjs';

const socket = createServer().listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
  const { port } = socket.address();
  console.log(port);
  // An update that the site starts asks there whether the new version answers.
  const env = { ...process.env, PORT: String(port) };
  for (;;) {
    // The event loop stands still meanwhile, so this process accepts no connection itself.
    const { status, error } = spawnSync("sh", ["-c", START, pidFile, process.execPath], {
      env,
      stdio: ["ignore", "inherit", "inherit", socket._handle.fd],
    });
    if (error) throw error;
    if (status !== 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
});
