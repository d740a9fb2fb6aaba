/** The second browser of the tests: the system's Firefox, installed if permitted. */
import { existsSync } from 'node:fs'
import { installPackage } from './system-package.ts'

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** Path of the program, or undefined if there is none; `FIREFOX` names another one. */
export function findFirefox(): string | undefined {
  const find = () => [process.env.FIREFOX ?? '', ...PLACES].find((path) => existsSync(path))
  return find() ?? (installPackage('firefox-esr') ? find() : undefined)
}
