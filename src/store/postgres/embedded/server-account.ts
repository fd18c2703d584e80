import type { SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/**
 * Under which account the server programs run. Postgres refuses root, and initdb refuses an account without a name;
 * each way round one of the two is a value of this type.
 */
export interface ServerAccount {
  /** For messages: "uid 65534 (nobody)". */
  title: string
  /** Owner the data directory must have, as this process sees it. */
  uid: number
  gid: number
  /** true: the program may be unable to walk down to the data directory and must be handed it as its directory. */
  walled: boolean
  /** The program and arguments to spawn in place of the plain ones. */
  command(file: string, args: string[]): [string, string[]]
  /** uid and gid for spawn; empty when unchanged. */
  spawnAs: Pick<SpawnOptions, 'uid' | 'gid'>
}

/** Nothing of our own environment reaches the server; TZ keeps initdb from searching the zone database. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** Names tried, in this order, when root starts the server for the first time. */
const preferredUsers = ['almanac', 'nobody', 'postgres', 'daemon']

/** Accounts worth trying, best first. `owner` is the uid that owns an existing data directory. */
export function candidateAccounts(owner: number | undefined): ServerAccount[] {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (uid !== 0) {
    const self: ServerAccount = {
      title: `uid ${uid}`,
      uid,
      gid,
      walled: false,
      command: (file, args) => [file, args],
      spawnAs: {},
    }
    return hasName() ? [self] : [...namespaceAccount(uid, gid), self]
  }
  const switched = switchedAccounts(owner)
  const inNamespace = namespaceAccount(uid, gid)
  // Files that root owns were written from inside a user namespace, where root bears another name.
  return owner === 0 ? [...inNamespace, ...switched] : [...switched, ...inNamespace]
}

function switchedAccounts(owner: number | undefined): ServerAccount[] {
  const users = readUsers()
  const account = (uid: number, gid: number, name: string): ServerAccount => ({
    title: `uid ${uid} (${name})`,
    uid,
    gid,
    walled: process.platform === 'linux',
    command: (file, args) => [file, args],
    spawnAs: { uid, gid },
  })
  if (owner !== undefined && owner !== 0) {
    const ownerAccount = users.find((user) => user.uid === owner)
    return [account(owner, ownerAccount?.gid ?? owner, ownerAccount?.name ?? 'owner of the data directory')]
  }
  return preferredUsers.flatMap((name) => {
    const user = users.find((candidate) => candidate.name === name && candidate.uid !== 0)
    return user ? [account(user.uid, user.gid, name)] : []
  })
}

/**
 * Where switching the uid is not allowed (a container without that capability) or the uid has no name, a user
 * namespace in which our uid appears as nobody serves; files keep their real owner.
 */
function namespaceAccount(uid: number, gid: number): ServerAccount[] {
  if (process.platform !== 'linux') return []
  return [
    {
      title: `uid ${uid} in a user namespace`,
      uid,
      gid,
      walled: false,
      command: (file, args) => [
        'unshare',
        ['--user', '--map-user=65534', '--map-group=65534', '--', file, ...args],
      ],
      spawnAs: {},
    },
  ]
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
    })
}
