/**
 * Runs test files one after another in one process: what they import is loaded once, all of it
 * before the first test. Each file is a suite, so its hooks are its own. The runner starts it with
 * the paths as arguments.
 */
import { AsyncResource } from 'node:async_hooks'
import { join, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import fastCheck from 'fast-check'
import { fileMsMax } from './deadline.ts'

type Browsers = { shareBrowsers(): () => Promise<void> }

const root = join(import.meta.dirname, '..', '..')
const files = process.argv.slice(2)
const urlOf = (path: string): string => pathToFileURL(resolve(root, path)).href

// Without the runner nobody reads the results; the group also holds services and browsers. In a
// thread of its own, because a test may loop without end.
new Worker(
  `const { ppid } = process
  setInterval(() => process.ppid === ppid || process.kill(-process.pid, 'SIGKILL'), 1_000)`,
  { eval: true },
).unref()
process.channel?.unref()
fastCheck.configureGlobal({ seed: Number(process.env.TEST_SEED) })
if (files.some((file) => file.endsWith('.browser.test.ts'))) {
  // Its types need those of the DOM.
  const browsers = (await import(urlOf('test/browser/browser.ts'))) as Browsers
  after(browsers.shareBrowsers())
}

// One after the other: what two files import and waits itself would run the second in the first.
let loaded = Promise.resolve()
for (const file of files) {
  describe(file, { timeout: fileMsMax() }, async () => {
    // Tests belong to the suite whose context they are made in; waiting would leave it.
    const suite = new AsyncResource('test file')
    const before = loaded
    const { promise, resolve } = Promise.withResolvers<void>()
    loaded = promise
    await before
    await suite.runInAsyncScope(() => import(urlOf(file))).finally(resolve)
  })
}
