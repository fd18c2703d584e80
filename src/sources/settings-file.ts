import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** Bytes that a file named by a setting may have. */
const mostBytes = 16 * 1024 * 1024

/** The folder beside the sources file that holds what entries sent over HTTP may name. */
const openFolder = 'sources'

/** A file that a setting names and that cannot be read; the message says why, never what the file holds. */
export class SettingsFileRefused extends Error {
  override readonly name = 'SettingsFileRefused'
  /** Which of the settings names it. */
  readonly setting: string

  constructor(setting: string, message: string) {
    super(message)
    this.setting = setting
  }
}

export type ReadSettingsFile = (setting: string, path: string) => Promise<string>

/**
 * The only way by which a kind of source reads a file that its settings name, relative to the folder of the sources file.
 * `isRemote`: the entry was not written on the machine, so it may name nothing but files of the folder `sources`: the data
 * directory holds keys and passwords. Throws SettingsFileRefused.
 */
export const settingsFiles =
  (directory: string, { isRemote = false } = {}): ReadSettingsFile =>
  async (setting, named) => {
    const path = resolve(directory, named)
    const isOpen = /^\w[\w.-]*$/.test(basename(path)) && path === join(directory, openFolder, basename(path))
    if (isRemote && !isOpen) {
      throw new SettingsFileRefused(
        setting,
        'Expected `sources/NAME`: a file of the folder `sources` beside the sources file. Put it there on the machine.',
      )
    }
    return readRegular(setting, path)
  }

async function readRegular(setting: string, path: string): Promise<string> {
  // A pipe would be waited for without end.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new SettingsFileRefused(
        setting,
        `Cannot be read (${code ?? 'unknown'}). Name a file that is there.`,
      )
    },
  )
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new SettingsFileRefused(setting, 'Not a regular file. Name one.')
    if (stats.size > mostBytes) {
      throw new SettingsFileRefused(setting, `Larger than ${mostBytes} bytes. Name a smaller file.`)
    }
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
