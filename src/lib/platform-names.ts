/** Words for outside platforms in paths and operation ids; a deployment may replace them. */
export const platformWords = ['maps', 'codehost', 'photo', 'forum', 'video', 'microblog'] as const
export type PlatformWord = (typeof platformWords)[number]

export type PlatformNames = Readonly<Record<PlatformWord, string>>

/** Hosts of platforms, lower case; a host stands for its subdomains, too. */
export type PlatformHosts = Readonly<Partial<Record<PlatformWord, readonly string[]>>>

export const defaultPlatformNames = Object.fromEntries(
  platformWords.map((word) => [word, word]),
) as PlatformNames

const isWord = (text: string): text is PlatformWord => (platformWords as readonly string[]).includes(text)

/** `photo=pictures,forum=boards`: pairs of word and meaning. Throws for unknown words. */
function readPairs(text: string): [PlatformWord, string][] {
  return text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [word = '', value = '', ...rest] = entry.split('=').map((part) => part.trim())
      if (!isWord(word) || value === '' || rest.length > 0)
        throw new Error(`${JSON.stringify(entry.trim())} is not ${platformWords.join(', ')}, = and a name`)
      return [word, value]
    })
}

/** Reads `photo=pictures,forum=boards`. Throws for a malformed name, or one that two platforms have. */
export function parsePlatformNames(text: string): PlatformNames {
  const names = { ...defaultPlatformNames }
  for (const [word, name] of readPairs(text)) {
    if (!/^[a-z][a-z0-9]{1,29}$/.test(name))
      throw new Error(`${JSON.stringify(name)} is not a name of 2 to 30 lower-case letters and digits`)
    names[word] = name
  }
  const shared = Object.values(names).find((name, index, all) => all.indexOf(name) !== index)
  if (shared !== undefined) throw new Error(`two platforms are called ${shared}`)
  return names
}

/** Reads `photo=pictures.example,photo=pics.example`. Throws for a malformed host name. */
export function parsePlatformHosts(text: string): PlatformHosts {
  const hosts: Partial<Record<PlatformWord, string[]>> = {}
  for (const [word, host] of readPairs(text)) {
    if (!/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/i.test(host))
      throw new Error(`${JSON.stringify(host)} is not a host`)
    ;(hosts[word] ??= []).push(host.toLowerCase())
  }
  return hosts
}
