import type { Command } from 'commander'
import { exitCodes } from '../../platform/exit-codes.ts'
import { INPUT_MAX, proveRate } from './apr-proof.ts'
import { print, refuse } from './command-run.ts'

/** `svc apr`: needs neither settings nor a database. */
export function addApr(program: Command): void {
  program
    .command('apr')
    .description(
      'the annual percentage rate of flows on standard input, {"in": [["0", 196000]], ' +
        '"out": [["1/12", "1/12", 240, 1432.86]]}, with its proof; needs no settings',
    )
    .action(async () => {
      const answer = proveRate(await standardInput())
      if ('faults' in answer) refuse(answer.faults)
      if ('proof' in answer) process.stdout.write(`${JSON.stringify(answer.proof)}\n`)
      else {
        print(answer.refused)
        process.exitCode = exitCodes.failed
      }
    })
}

async function standardInput(): Promise<Buffer> {
  if (process.stdin.isTTY) refuse(['flows are read from standard input: apr < flows.json'])
  const chunks: Buffer[] = []
  let size = 0
  for await (const each of process.stdin) {
    const chunk = Buffer.from(each)
    size += chunk.length
    if (size > INPUT_MAX) refuse([`the flows have more than ${INPUT_MAX} bytes`])
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
