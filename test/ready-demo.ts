/** The file that the demo writes once it answers: its address and its keys. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestPlace } from './fixtures/test-database.ts'

/** Long: on a busy machine several programs start at once. */
const START_MS_MAX = 180_000

export type DemoKeys = {
  readonly store_id: string
  readonly private_key: string
  readonly public_key: string
}
type Address = `${'base' | 'backoffice' | 'docs' | 'shop'}_url`
export type Demo = DemoKeys & {
  readonly [name in Address | 'notification_secret' | 'lender_key']: string
} & { readonly other_store: DemoKeys; readonly pid: number }

/** Waits for the program's own. */
export async function readyDemo(child: ChildProcess, place: TestPlace): Promise<Demo> {
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-4_000)
  })
  child.stdout?.resume()
  const limit = Date.now() + START_MS_MAX
  while (Date.now() < limit && child.exitCode === null) {
    const demo = readDemo(place.folder)
    if (demo !== undefined && demo.pid === child.pid) return demo
    await pause(25)
  }
  throw new Error(`the server did not start: ${said}`)
}

function readDemo(folder: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo
  } catch {
    return undefined
  }
}
