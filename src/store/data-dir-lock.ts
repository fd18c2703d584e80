import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processStart } from './process-identity.ts'

/** Another process owns the data directory. */
export class DataDirLocked extends Error {
  override readonly name = 'DataDirLocked'
  /** The holder, when it could be read; a pid of another container means nothing here. */
  readonly pid: number | undefined

  constructor(dir: string, holder: Holder | undefined) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process'
    super(`the data directory ${dir} is in use by ${who}; stop it first or choose another directory`)
    this.pid = holder?.pid
  }
}

export interface DataDirLock {
  release(): Promise<void>
}

interface Holder {
  pid: number
  start: string
  host: string
  /** The kernel run and the pid namespace in which `pid` means something. */
  boot: string
  namespace: string
  token: string
}

const lockName = 'almanac.lock'
/** How a holder in another container or machine is told from a dead one. */
export interface LockTiming {
  /** The holder touches its lock file this often. */
  renewMs: number
  /** A foreign lock file that stays untouched this long belongs to nobody. */
  foreignStaleMs: number
}

const defaultTiming: LockTiming = { renewMs: 2_000, foreignStaleMs: 7_000 }

/**
 * Makes this process the only owner of a directory (created when missing), until release() or the process's end,
 * however it ends. Two walls: a kernel-held lock, which is atomic and gone with the process (Linux: a bound abstract
 * socket; macOS: O_EXLOCK), and a lock file that names the holder and reaches into other containers.
 * Throws DataDirLocked.
 */
export async function lockDataDir(dir: string, timing = defaultTiming): Promise<DataDirLock> {
  await mkdir(dir, { recursive: true })
  const path = await realpath(dir)
  const file = join(path, lockName)
  const kernelLock = await takeKernelLock(path)
  if (!kernelLock) throw new DataDirLocked(dir, await holderSoon(file))
  try {
    const holder = await readHolder(file)
    if (holder && (await isAlive(holder, file, timing.foreignStaleMs))) throw new DataDirLocked(dir, holder)
    const token = await writeHolder(file)
    const renewal = setInterval(() => void renew(file), timing.renewMs)
    renewal.unref()
    return {
      async release() {
        clearInterval(renewal)
        if ((await readHolder(file))?.token === token) await rm(file, { force: true })
        await kernelLock.release()
      },
    }
  } catch (error) {
    await kernelLock.release()
    throw error
  }
}

/** undefined when another process of this machine (or container) holds it. */
async function takeKernelLock(path: string): Promise<DataDirLock | undefined> {
  if (process.platform === 'linux') return await bindAbstractSocket(path)
  return await openExclusively(`${join(path, lockName)}.os`)
}

async function bindAbstractSocket(path: string): Promise<DataDirLock | undefined> {
  const { dev, ino } = await stat(path, { bigint: true })
  // Device and inode, so that two spellings or mounts of one directory meet in one name.
  const name = createHash('sha256').update(`almanac data directory ${dev}:${ino}`).digest('hex')
  const server: Server = createServer((socket) => socket.destroy())
  const bound = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    // exclusive: a cluster worker must not be handed its parent's socket.
    server.listen({ path: `\0almanac-${name}`, exclusive: true }, () => resolve(true))
  })
  if (!bound) return undefined
  server.unref()
  return { release: async () => await new Promise((resolve) => server.close(() => resolve())) }
}

/** macOS: open(2) itself takes the lock, atomically; Node passes the flag through although it has no name for it. */
async function openExclusively(file: string): Promise<DataDirLock | undefined> {
  const exclusiveLock = 0x20
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | exclusiveLock
  let handle: FileHandle
  try {
    handle = await open(file, flags, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
  return { release: async () => await handle.close() }
}

async function isAlive(holder: Holder, file: string, foreignStaleMs: number): Promise<boolean> {
  // Same kernel and pid namespace: we hold the kernel lock, so a live holder can only sit in another network
  // namespace; its pid and start time decide.
  const here = await pidScope()
  const sameBoot = holder.boot === here.boot
  if (sameBoot && holder.namespace === here.namespace) return processStart(holder.pid) === holder.start
  if (!sameBoot && holder.host === hostname()) return false
  // Another container or machine: alive if it renews the file.
  const before = await touchedAt(file)
  const pauseMs = foreignStaleMs / 14
  for (let waitedMs = 0; waitedMs < foreignStaleMs; waitedMs += pauseMs) {
    await delay(pauseMs)
    if ((await touchedAt(file)) !== before) return true
  }
  return false
}

async function touchedAt(file: string): Promise<bigint | undefined> {
  return await stat(file, { bigint: true }).then(
    (stats) => stats.mtimeNs,
    () => undefined,
  )
}

async function renew(file: string): Promise<void> {
  const handle = await open(file, 'r+').catch(() => undefined)
  // A fresh write, not utimes: the clock of the file system decides, whatever ours says.
  await handle?.write(' ', (await handle.stat()).size - 1).catch(() => undefined)
  await handle?.close()
}

async function writeHolder(file: string): Promise<string> {
  const token = randomBytes(12).toString('hex')
  const holder: Holder = {
    pid: process.pid,
    start: processStart(process.pid) ?? '',
    host: hostname(),
    ...(await pidScope()),
    token,
  }
  const draft = `${file}.${token}`
  const handle = await open(draft, 'wx', 0o644)
  await handle.writeFile(`${JSON.stringify(holder)} `)
  await handle.close()
  await rename(draft, file)
  return token
}

/** The holder writes its file just after it took the lock; wait for that moment. */
async function holderSoon(file: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const holder = await readHolder(file)
    if (holder && processStart(holder.pid) === holder.start) return holder
    await delay(50)
  }
  return undefined
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'))
    const holder = parsed as Holder
    return typeof holder.pid === 'number' && typeof holder.start === 'string' ? holder : undefined
  } catch {
    return undefined
  }
}

async function pidScope(): Promise<{ boot: string; namespace: string }> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return { boot: boot.trim(), namespace }
}
