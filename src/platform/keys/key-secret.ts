import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const secretBytes = 32
const file = 'secret.key'

/**
 * The secret under which keys are hashed: 32 random bytes in `<dataDir>/secret.key`, mode 0600, made on first use.
 * Losing the file makes every key unknown. Throws when the file is there but holds something else.
 */
export async function loadKeySecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, file)
  const stored = await readSecret(path)
  if (stored !== undefined) return stored
  await mkdir(dataDir, { recursive: true })
  await writeSecretOnce(path)
  const secret = await readSecret(path)
  if (secret === undefined) throw new Error(`${path} disappeared while it was being created`)
  return secret
}

/** The directory has no secret: it is not that of the installation, or somebody lost it. */
export class NoKeySecret extends Error {
  override readonly name = 'NoKeySecret'

  constructor(dataDir: string) {
    super(`no ${file} in ${dataDir}: is this the data directory of the installation?`)
  }
}

/** Throws NoKeySecret where there is none, and when the file holds something else; makes nothing. */
export async function requireKeySecret(dataDir: string): Promise<void> {
  if ((await readSecret(join(dataDir, file))) === undefined) throw new NoKeySecret(dataDir)
}

async function readSecret(path: string): Promise<Buffer | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const secret = Buffer.from(text.trim(), 'hex')
  if (secret.length !== secretBytes) throw new Error(`${path} is damaged: expected 64 hexadecimal digits`)
  return secret
}

/** A link is made whole or not at all and never replaces: two starters agree, a crash leaves no half file. */
async function writeSecretOnce(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(secretBytes).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}
