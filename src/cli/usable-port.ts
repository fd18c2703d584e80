import { createServer, type AddressInfo } from 'node:net'
import { OperatorError } from './context.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'another process is listening on it; stop it or set PORT',
  EACCES: 'this account may not listen on it; set PORT to 1024 or above',
  EADDRNOTAVAIL: 'this machine has no such address; set HOST',
  ENOTFOUND: 'this machine has no such address; set HOST',
}

/** A port to serve on. */
export interface UsablePort {
  port: number
  /** Frees the port for the server that will listen on it. */
  release(): Promise<void>
}

/**
 * Checks the port to serve on before anything is started: a port in use ends the start at once instead of after half a
 * minute, and 0 becomes a free port that links can name. Throws OperatorError. A port chosen by the system is held until
 * `release`, or another process could get it meanwhile; a configured port stays closed until the service is ready.
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
