/**
 * Loaded into the service before anything else: the recorder controls its time and its randomness
 * with messages. Answers each message when it is done.
 */
import { isMainThread } from 'node:worker_threads'
import { drawFrom, steerChance } from './chance.ts'
import { steerPorts } from './ports.ts'
import { isAnswering, quiet, watchWork } from './quiet.ts'
import { elapsedMs, fireNext, moveTo, steerClock, steerTimers } from './time.ts'

/** The recorder's commands. */
export type Steer =
  /**
   * The time jumps, and then passes with everything that becomes due. Randomness during this uses
   * the label, later randomness the next one.
   */
  | { readonly pass: number; readonly jump?: number; readonly label: string; readonly next: string }
  /** Lets time pass until no request is in progress. */
  | 'answer'

const { RECORD_LABEL = '', RECORD_RECEIVER: receiver = '' } = process.env

drawFrom(RECORD_LABEL)
steerClock()
steerChance()
if (isMainThread) {
  watchWork()
  steerTimers()
  const ports = steerPorts((number, real) => process.send?.({ number, real }))
  const [number, real] = receiver.split(':').map(Number)
  if (number !== undefined && real !== undefined) ports.know(number, real)
  let turn = Promise.resolve()
  process.on('message', (steer: Steer) => {
    turn = turn.then(async () => {
      if (steer === 'answer') await answer()
      else await pass(steer)
      process.send?.({ nowMs: Date.now() })
    })
  })
}

async function pass({ pass: ms, jump = 0, label, next }: Exclude<Steer, string>): Promise<void> {
  await quiet({ answered: true })
  drawFrom(label)
  moveTo(elapsedMs() + jump)
  const end = elapsedMs() + ms
  do await quiet({ answered: true })
  while (fireNext(end))
  moveTo(end)
  drawFrom(next)
}

async function answer(): Promise<void> {
  while (isAnswering()) {
    await quiet({ answered: false })
    if (isAnswering() && !fireNext()) return
  }
}
