/**
 * Preloaded where no small file system can be mounted: while the file that TORTURE_FULL names
 * exists, nothing more fits on this disk.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const flag = process.env.TORTURE_FULL

for (const name of ['writeSync', 'writeFileSync', 'ftruncateSync', 'write', 'writev']) {
  const original = fs[name]
  fs[name] = (...parameters) => {
    const [file] = parameters
    const isStream = file === 1 || file === 2
    if (!isStream && flag !== undefined && fs.existsSync(flag)) {
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), {
        code: 'ENOSPC',
        errno: -28,
        syscall: 'write',
      })
    }
    return original.apply(fs, parameters)
  }
}
syncBuiltinESMExports()
