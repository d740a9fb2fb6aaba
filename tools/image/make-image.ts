/**
 * The image: Debian's C library and a shell under the folder of `npm run build`. Both come from
 * Debian's packages and this repository; no image registry is used.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildService } from '../build/service-folder.ts'
import { installPackage } from '../system-package.ts'
import { IMAGE } from './image-settings.ts'

const SUITE = 'trixie'
const SOURCES = [
  `deb http://deb.debian.org/debian ${SUITE} main`,
  `deb http://deb.debian.org/debian-security ${SUITE}-security main`,
]
/** Node's shared libraries; a shell for `bin/svc`. Node includes TLS roots and time zones. */
const PACKAGES = ['base-files', 'libc6', 'libstdc++6', 'libgcc-s1', 'dash']
/** Packages are only unpacked: this tells scanners which they were. */
const NOTE_PACKAGES = `mkdir -p "$1/var/lib/dpkg/status.d"
for deb in "$1"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"
done`

export type Format = 'oci' | 'docker'
type ImageOptions = { readonly format: Format; readonly out: string; readonly revision: Revision }
/** The commit it is built from; its time is the time of everything in the image. */
export type Revision = { readonly hash: string; readonly seconds: number }

/** Undefined if one of the programs is missing and cannot be installed. */
export function missingProgram(): string | undefined {
  const isThere = (name: string) => spawnSync(name, ['--version']).status === 0
  return ['buildah', 'mmdebstrap'].find(
    (name) => !isThere(name) && !(installPackage(name) && isThere(name)),
  )
}

/** Writes an archive that `podman load`, `docker load`, `ctr image import` and `skopeo` read. */
export async function makeImage({ format, out, revision }: ImageOptions): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'svc-image-'))
  try {
    const tree = join(work, 'tree')
    unpackDebian(tree, revision)
    const { version } = await buildService(join(tree, IMAGE.folder))
    mkdirSync(dirname(out), { recursive: true })
    rmSync(out, { force: true })
    const buildah = buildahIn(work)
    const container = buildah('from', 'scratch')
    buildah('add', container, tree, '/')
    buildah('config', ...configOf({ format, version, hash: revision.hash }), container)
    const to = `${format}-archive:${out}:${IMAGE.name}:${version}`
    const fixed = ['--timestamp', String(revision.seconds), '--disable-compression=false']
    buildah('commit', '--quiet', '--format', format, ...fixed, container, to)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function unpackDebian(tree: string, { seconds }: Revision): void {
  const chosen = ['--variant=extract', `--include=${PACKAGES.join(',')}`]
  run('mmdebstrap', [...chosen, `--extract-hook=${NOTE_PACKAGES}`, SUITE, tree, ...SOURCES], {
    SOURCE_DATE_EPOCH: String(seconds),
  })
  const { user } = IMAGE
  writeFileSync(join(tree, 'etc/passwd'), `svc:x:${user}:${user}::/:/usr/sbin/nologin\n`)
  writeFileSync(join(tree, 'etc/group'), `svc:x:${user}:\n`)
  mkdirSync(join(tree, dirname(IMAGE.folder)), { recursive: true })
  chmodSync(tree, 0o755)
}

type Config = { readonly format: Format; readonly version: string; readonly hash: string }

function configOf({ format, version, hash }: Config): string[] {
  const program = `${IMAGE.folder}/bin/svc`
  const labels = {
    title: IMAGE.name,
    description: 'Store financing service',
    version,
    revision: hash,
    licenses: 'Apache-2.0',
  }
  return [
    ...['--user', `${IMAGE.user}:${IMAGE.user}`, '--workingdir', '/'],
    ...['--entrypoint', JSON.stringify([program]), '--cmd', 'start'],
    ...['--port', `${IMAGE.port}/tcp`, '--stop-signal', 'SIGTERM'],
    ...['--env', `PATH=${IMAGE.folder}/bin:/usr/bin`],
    ...['--env', 'HOST=0.0.0.0', '--env', `PORT=${IMAGE.port}`],
    ...Object.entries(labels).flatMap(([name, value]) => [
      '--label',
      `org.opencontainers.image.${name}=${value}`,
    ]),
    // OCI has no such field.
    ...(format === 'docker' ? ['--healthcheck', `CMD ${program} ready`] : []),
  ]
}

/** With a separate store: nothing on this machine is changed. */
function buildahIn(work: string): (...parameters: string[]) => string {
  const storage = ['--root', join(work, 'root'), '--runroot', join(work, 'run')]
  return (...parameters) => run('buildah', [...storage, '--storage-driver', 'vfs', ...parameters])
}

function run(program: string, parameters: string[], more: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    encoding: 'utf8',
    env: { ...process.env, ...more },
  })
  if (status !== 0) throw new Error(`${program} ${parameters[0]}: ${stderr}`)
  return stdout.trim()
}
