import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProject } from "../scripts/project.mjs";
import { linkFolder } from "../scripts/releases.mjs";
import { launchWithSocket, startLoad } from "./restart.mjs";

/**
 * A site that runs from a clone of this project, and the repository that the clone is updated from. The folder is on the
 * project's file system, so that packages are linked and nothing is installed.
 */
export async function startUpdatableSite(env = {}) {
  mkdirSync(inProject("node_modules", ".cache"), { recursive: true });
  const folder = mkdtempSync(inProject("node_modules", ".cache", "update-"));
  const remote = path.join(folder, "remote.git");
  const author = path.join(folder, "author");
  const clone = path.join(folder, "site");
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  // What is in this folder, committed or not.
  const here = ["--git-dir", remote, "--work-tree", inProject()];
  git(folder, ...here, "add", "--all");
  git(folder, ...here, "commit", "--quiet", "--message", "This version");
  for (const target of [author, clone]) git(folder, "clone", "--quiet", remote, target);
  linkFolder(inProject("node_modules"), path.join(clone, "node_modules"));
  cpSync(inProject("build"), path.join(clone, "build"), { recursive: true });
  const site = await launchWithSocket({ cwd: clone, env });
  const data = path.join(site.folder, "data");
  const url = `http://127.0.0.1:${site.port}`;
  return {
    ...site,
    url,
    data,
    clone,
    /** Commits changed files to the repository, with a tag if there is one; returns the name of the release. */
    publish: (files, tag) => {
      for (const [file, text] of Object.entries(files)) writeFileSync(path.join(author, file), text);
      git(author, "add", "--all");
      git(author, "commit", "--quiet", "--message", "Another version");
      git(author, "push", "--quiet");
      if (tag) {
        git(author, "tag", tag);
        git(author, "push", "--quiet", "origin", tag);
      }
      return git(author, "rev-parse", "HEAD").slice(0, 12);
    },
    /** Gives the first version to the repository as a branch, whatever its name. */
    publishBranch: (name) => git(author, "push", "--quiet", "origin", `HEAD~1:refs/heads/${name}`),
    /** A file as it is in this folder. */
    readHere: (file) => readFileSync(inProject(file), "utf8"),
    /** Runs `npm run update` in the clone. */
    update: (...args) =>
      run(clone, ["scripts/update.mjs", ...args], {
        PORT: String(site.port),
        DATA_DIR: data,
        UPDATE_WAIT: "20",
        UPDATE_RESTART: site.restartCommand,
      }),
    /** Runs another of the project's scripts in the clone, on the site's data. */
    run: (...args) => run(clone, args, { NODE_ENV: "production", DATA_DIR: data }),
    /** The release that answers; undefined is the clone itself. */
    release: async () => (await (await fetch(`${url}/healthz`)).json()).release,
    end: () => {
      site.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** An update with a whole build under load. */
export async function updateUnderLoad({ requestsPerSecond }) {
  const site = await startUpdatableSite();
  try {
    site.publish({
      "app/values/format.ts": `${site.readHere("app/values/format.ts")}\n// Another version.\n`,
    });
    const load = startLoad(site.port, requestsPerSecond);
    const { code } = await site.update();
    return { code, ...(await load.end()) };
  } finally {
    site.end();
  }
}

/** A release that migrates the database and then stops is taken back, and the site has its data. */
export async function updateWithMigrationIsTakenBack() {
  const site = await startUpdatableSite();
  try {
    const server = site.readHere("server.ts");
    site.publish({
      "migrations/9999-12-31-next.ts":
        "export async function up(db) { await db.schema.alterTable('vinDecodes').addColumn('extra', 'text').execute(); }\n",
      // Only where systemd's socket is: it comes through its trial.
      "server.ts": server.replace(
        "await listen(server);",
        "if (process.env.LISTEN_FDS) throw new Error('stops after its migration');\n  await listen(server);",
      ),
    });
    const { code, output } = await site.update();
    const health = await fetch(`${site.url}/healthz`);
    return {
      code,
      output,
      health: health.status,
      release: await site.release(),
      files: readdirSync(site.data),
    };
  } finally {
    site.end();
  }
}

function git(cwd, ...args) {
  const author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const { status, stdout, stderr } = spawnSync("git", [...author, ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

function run(cwd, args, env) {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}
