import { readFile } from 'node:fs/promises'

/** Enough for a small corpus and a few callers; engine and service each may open so many. */
const minFiles = 512

/** This account may open too few files for the stores to work. */
class TooFewOpenFiles extends Error {
  override readonly name = 'TooFewOpenFiles'

  constructor(files: number) {
    super(
      `this account may open ${files} files at once, and the embedded stores need ${minFiles}: raise the limit ` +
        '(ulimit -n 65536, or LimitNOFILE=65536 of the unit)',
    )
  }
}

/** Node has raised the soft limit to the hard one by now. Where the system does not tell, nothing is refused. */
export async function checkOpenFiles(): Promise<void> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const files = Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Infinity)
  if (files < minFiles) throw new TooFewOpenFiles(files)
}
