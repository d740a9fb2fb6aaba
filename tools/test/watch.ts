/** `npm test -- --watch`: whenever files change, the fast tests that are related to them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { watch as watchFolder } from 'node:fs'
import { join } from 'node:path'

/** An editor writes a file in several steps. */
const QUIET_MS = 300
const FOLDERS = ['packages', 'test', 'tools', 'bench']
const SOURCE = /\.(ts|tsx|sql|css|html|json|mjs)$/
const GENERATED = /(^|\/)(node_modules|dist)(\/|$)/

/** Never ends by itself. */
export async function watch(root: string): Promise<never> {
  const changed = new Set<string>()
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    // What runs is about files as they were; the next run is about these as well.
    if (child?.exitCode === null && child.signalCode === null) {
      child.off('exit', run)
      child.once('exit', run)
      child.kill('SIGTERM')
      return
    }
    const files = [...changed]
    process.stdout.write(`\n${files.join(' ')}\n`)
    const own = ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'test.ts')]
    const given = ['--fast', '--related', ...files]
    // With a channel it ends when we do.
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
    child = spawn(process.execPath, [...own, ...given], { cwd: root, stdio: [...stdio] })
    child.once('exit', (code) => {
      if (code === 0) for (const file of files) changed.delete(file)
    })
  }
  for (const folder of FOLDERS) {
    watchFolder(join(root, folder), { recursive: true }, (_event, name) => {
      const path = join(folder, name ?? '')
      if (!SOURCE.test(path) || GENERATED.test(path)) return
      changed.add(path)
      clearTimeout(timer)
      timer = setTimeout(run, QUIET_MS)
    })
  }
  process.stdout.write(`Waits for changes in ${FOLDERS.join(', ')}.\n`)
  return new Promise(() => {})
}
