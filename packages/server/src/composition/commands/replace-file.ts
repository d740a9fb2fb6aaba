import { renameSync, writeFileSync } from 'node:fs'

/** It is there whole, as before or as after, however often it is read meanwhile. */
export function replaceFile(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}
