import type { Command } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse, run } from './command-run.ts'
import { read } from './without-service.ts'

const acts = {
  pause: 'stops a lane in every process within a second; what is under way ends by itself',
  resume: 'lets a lane go on that was stopped',
} as const

/** `svc jobs …`: the lanes of background work. All answers are JSON. */
export function addJobs(program: Command, environment: Environment): void {
  const settings = () => settingsOf(program, environment, refuse)
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  const jobs = program.command('jobs').description('the lanes of background work')
  jobs
    .command('list')
    .description('all of them: how they do, and who has stopped them')
    .action(async () => {
      print(await read(settings(), 'list-jobs', {}).catch(fail('the lanes could not be read')))
    })
  for (const act of ['pause', 'resume'] as const) {
    jobs
      .command(act)
      .description(acts[act])
      .argument('<name>', 'its name, as in /readyz')
      .requiredOption('--note <text>', 'why: it stands in the log of actions')
      .action(async (name: string, { note }: { note: string }) => {
        const job = { name, act, note }
        const done = run(settings(), 'change-job', { job })
        print(await done.catch(fail('the lane could not be changed')))
      })
  }
}
