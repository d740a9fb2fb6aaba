import type { Command } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse, run } from './command-run.ts'
import { read } from './without-service.ts'

const acts = {
  pause: 'pauses a job in every process within a second; a run in progress finishes',
  resume: 'resumes a paused job',
} as const

/** `svc jobs …`: the lanes of background work. All answers are JSON. */
export function addJobs(program: Command, environment: Environment): void {
  const settings = () => settingsOf(program, environment, refuse)
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  const jobs = program.command('jobs').description('the background jobs')
  jobs
    .command('list')
    .description('lists all jobs with their state, and who paused them')
    .action(async () => {
      print(await read(settings(), 'list-jobs', {}).catch(fail('the jobs could not be read')))
    })
  for (const act of ['pause', 'resume'] as const) {
    jobs
      .command(act)
      .description(acts[act])
      .argument('<name>', 'name of the job, as in /readyz')
      .requiredOption('--note <text>', 'reason, stored in the action log')
      .action(async (name: string, { note }: { note: string }) => {
        const job = { name, act, note }
        const done = run(settings(), 'change-job', { job })
        print(await done.catch(fail('the job could not be changed')))
      })
  }
}
