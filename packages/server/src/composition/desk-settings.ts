/** Whether there is a desk, and where, as `setting-table.ts` lists them. */
export const deskSettings = [
  {
    name: 'DESK',
    flag: '--desk <off|staff|all>',
    default: 'all',
    help: "who signs in at `/desk`: nobody, the lender's staff only, or stores' people as well",
    page: 'desk.md',
  },
  {
    name: 'DESK_PORT',
    flag: '--desk-port <number>',
    default: 'none',
    help: 'port for the desk alone, which PORT then no longer serves; 0: any free port',
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
    help: 'public URL of the desk at DESK_PORT',
  },
] as const
