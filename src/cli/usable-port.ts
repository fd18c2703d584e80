import { createServer, type AddressInfo } from 'node:net'
import { OperatorError } from './context.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'another process listens there; stop it or set PORT',
  EACCES: 'this account may not listen there; set PORT to 1024 or above',
  EADDRNOTAVAIL: 'this machine has no such address; set HOST',
  ENOTFOUND: 'this machine has no such address; set HOST',
}

/** A port to serve on. */
export interface UsablePort {
  port: number
  /** Makes way for whoever is to listen there. */
  release(): Promise<void>
}

/**
 * The port to serve on, asked before anything is started: a taken one ends the start at once, not after half a minute,
 * and 0 becomes a free port that links can name. Throws OperatorError. A port of the system's choice is kept until
 * `release`, or another process could be given it meanwhile; one that was set stays closed until the service is ready.
 */
export async function usablePort({ host, port }: { host: string; port: number }): Promise<UsablePort> {
  const probe = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port }, resolve)
    })
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw new OperatorError(`Cannot listen on ${host}:${port}: ${reason}.`)
  }
  probe.unref()
  const { port: chosen } = probe.address() as AddressInfo
  const release = () => new Promise<void>((resolve) => void probe.close(() => resolve()))
  if (port !== 0) await release()
  return { port: chosen, release }
}
