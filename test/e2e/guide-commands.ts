import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'

/** A command as a page tells readers to type it. */
export interface GuideCommand {
  page: string
  text: string
}

const programs =
  /^(npm|npx|node(?= \S+\.ts)|curl|bash|sudo|docker|kill|tar|pg_dump|clickhouse-client|systemctl|zcat)\b/
const assignments = /^((?:[A-Z_]+=\S+\s+)*)/

/** Every shell command of the fenced blocks of README.md and docs/guide, in the order of the pages. */
export function guideCommands(root: string): GuideCommand[] {
  return ['README.md', ...globSync('docs/guide/*.md', { cwd: root }).toSorted()].flatMap((page) =>
    blocksOf(readFileSync(join(root, page), 'utf8')).flatMap((block) =>
      commandsOf(block).map((text) => ({ page, text })),
    ),
  )
}

function blocksOf(markdown: string): string[] {
  const fenced = [...markdown.matchAll(/^```(\w*)\n([^]*?)^```/gm)]
  return fenced
    .filter(([, language]) => /^(|sh|bash|shell)$/.test(language ?? ''))
    .map(([, , text]) => text ?? '')
}

/** Lines that belong together: until quotes are closed and no backslash goes on. Output of commands is none. */
function commandsOf(block: string): string[] {
  const commands: string[] = []
  let open = ''
  for (const line of block.split('\n')) {
    open = open === '' ? line : `${open}\n${line}`
    if (open.endsWith('\\') || !isClosed(open)) continue
    const text = withoutComment(open).trim()
    if (programs.test(text.replace(assignments, ''))) commands.push(text)
    open = ''
  }
  return commands
}

function isClosed(text: string): boolean {
  const rest = text.replaceAll(/\\["']/g, '').replaceAll(/'[^']*'|"[^"]*"/g, '')
  return !/['"]/.test(rest)
}

/** A comment begins at a # after a space, outside quotes. */
function withoutComment(text: string): string {
  return text.replaceAll(/('[^']*'|"[^"]*")|(?:^|\s)#[^\n]*/g, (_, quoted?: string) => quoted ?? '')
}
