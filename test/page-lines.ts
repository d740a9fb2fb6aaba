/** What the pages of docs/operating have to type, and a shell of the test's own that runs it. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { installPackage } from '../tools/system-package.ts'
import { ended } from './running-server.ts'

const SHELL_MS_MAX = 240_000
const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/operating')

export type Block = {
  /** Of the page's second level; empty before the first. */
  readonly heading: string
  readonly language: string
  readonly text: string
}

export const pages: readonly string[] = readdirSync(folder).filter((name) => name.endsWith('.md'))
export const textOf = (page: string): string => readFileSync(join(folder, page), 'utf8')

/** All between fences, in their order. */
export function blocksOf(page: string): Block[] {
  const [, ...sections] = `\n## \n${textOf(page)}`.split('\n## ')
  return sections.flatMap((section) => {
    const [heading = ''] = section.split('\n')
    const blocks = section.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)
    return [...blocks].map(([, language = '', text = '']) => ({ heading, language, text }))
  })
}

/** The words of a page that mean a place of this machine mean one of the test's own. */
export function elsewhere(text: string, places: Readonly<Record<string, string>>): string {
  return Object.entries(places).reduce((made, [from, to]) => made.replaceAll(from, to), text)
}

export function folderOf(context: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'svc-page-'))
  context.after(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A copy of `deploy/` whose files, those named aside, may be changed. */
export function deployIn(
  place: string,
  files: readonly string[] = [],
  change = (text: string) => text,
): void {
  cpSync(join(root, 'deploy'), join(place, 'deploy'), { recursive: true })
  for (const name of files) {
    const path = join(place, 'deploy', name)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
}

/** A program that the lines need and that cannot be had here. */
export function missingProgram(): string | undefined {
  const packages = {
    ...{ curl: 'curl', openssl: 'openssl' },
    ...{ psql: 'postgresql-client', prometheus: 'prometheus' },
  }
  const isThere = (name: string) => spawnSync('which', [name]).status === 0
  const missing = ([name, provider]: [string, string]) =>
    !isThere(name) && !(installPackage(provider) && isThere(name))
  return Object.entries(packages).find(missing)?.[0]
}

/** Programs of the test's own, before those of the machine. */
export function programsIn(place: string, programs: Readonly<Record<string, string>>): string {
  for (const [name, script] of Object.entries(programs)) {
    const path = join(place, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  return `${place}:${process.env.PATH}`
}

type Shell = {
  readonly cwd: string
  /** Functions in the place of programs. */
  readonly instead?: string
  readonly environment?: NodeJS.ProcessEnv
}

/** Runs the lines until one fails or the time is over, and then ends what they left running. */
export async function shell(
  lines: string,
  { cwd, instead = '', environment }: Shell,
): Promise<string> {
  const child = spawn('sh', ['-euc', `${instead}\n${lines}`], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    timeout: SHELL_MS_MAX,
  })
  child.once('exit', () => spawnSync('kill', ['-KILL', '--', `-${child.pid}`]))
  const { code, stdout, stderr } = await ended(child)
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  return stdout
}
