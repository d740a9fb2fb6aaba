/**
 * How the command line reaches the process that owns the data folder: loopback only, with a token
 * from the lock file.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { recordOf } from '@svc/api'
import { textAt } from '../../platform/narrow.ts'
import { portOf } from '../../platform/network/port-of.ts'
import type { Control, Owner } from '../../platform/owner/folder-lock.ts'
import {
  type CommandAnswers,
  type CommandInput,
  type CommandName,
  isCommand,
  runCommand,
  type Workplace,
} from './commands.ts'

type ControlServer = { readonly control: Control; close(): void }

export async function startControl(workplace: Workplace): Promise<ControlServer> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer(async (request, response) => {
    const answer = async (): Promise<[number, object]> => {
      if (request.method !== 'POST' || !isAllowed(request, token))
        return [401, { fault: 'not allowed' }]
      const { command, input } = recordOf(await json(request))
      if (!isCommand(command)) return [404, { fault: `there is no command ${command}` }]
      // Nobody else has the token: it is the command line of this program that asks.
      return [200, await runCommand(workplace, command, input as CommandInput)]
    }
    const [status, body] = await answer().catch(
      (error: Error) => [500, { fault: error.message }] as const,
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // The process ends when the service does, not when the last command has been answered.
  server.unref()
  return { control: { port: portOf(server), token }, close: () => server.close() }
}

function isAllowed(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Asks the owner. Throws with its words when the command failed. */
export async function callOwner<N extends CommandName>(
  { pid, host, control }: Owner,
  command: N,
  input: CommandInput,
): Promise<CommandAnswers[N]> {
  if (control === null) throw new Error(`process ${pid} is starting: ask again in a moment`)
  // Not `fetch`, which waits for an answer five minutes at most.
  const sent = request({
    ...{ host: '127.0.0.1', port: control.port, method: 'POST' },
    headers: { authorization: `Bearer ${control.token}` },
  })
  sent.end(JSON.stringify({ command, input }))
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  }).catch(() => {
    // Another container on the same volume has a loopback of its own.
    throw new Error(
      `process ${pid} on ${host} owns the data folder and does not answer here: ` +
        'run this command where it runs',
    )
  })
  const body = await json(response)
  if (response.statusCode !== 200)
    throw new Error(textAt(body, 'fault') ?? `the owner answered ${response.statusCode}`)
  // The result of `runCommand` there.
  return body as CommandAnswers[N]
}
