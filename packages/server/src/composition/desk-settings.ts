/** Whether there is a desk, and where, as `setting-table.ts` lists them. */
export const deskSettings = [
  {
    name: 'DESK',
    flag: '--desk <on|off>',
    default: 'on',
    help: 'the pages of the lender’s people at `/desk`; off: nobody signs in, no cookie is set',
  },
  {
    name: 'DESK_PORT',
    flag: '--desk-port <number>',
    default: 'none',
    help: 'port of the desk alone, which PORT then does not have; 0 takes any free one',
    page: 'desk.md',
  },
  {
    name: 'DESK_HOST',
    flag: '--desk-host <address>',
    default: '127.0.0.1',
    help: 'address of DESK_PORT',
  },
  {
    name: 'DESK_URL',
    flag: '--desk-url <url>',
    default: 'http://DESK_HOST:DESK_PORT',
    help: 'address under which people reach the desk at DESK_PORT',
  },
] as const
