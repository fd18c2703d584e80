import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexer } from 'marked'
import { renderMarkdown, type RenderedPage } from './render-markdown.ts'

/** One page of the guide. */
export interface GuidePage extends RenderedPage {
  /** Name of the file without its ending, which is the page's last part of the address. */
  name: string
  title: string
}

/** Pages that the overview names under one heading, in its order. */
export interface GuideGroup {
  title: string
  names: string[]
}

export interface Guide {
  /** By name, without the overview. */
  pages: ReadonlyMap<string, GuidePage>
  overview: GuidePage
  groups: GuideGroup[]
}

/** File of the overview: its headings and links are the navigation. */
export const overviewName = 'README'

/** Reads all pages of a folder of Markdown files; some fifty, a third of a megabyte. */
export async function readGuide(folder: string): Promise<Guide> {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
    .toSorted()
  const pages = new Map<string, GuidePage>()
  for (const name of names) {
    const text = await readFile(join(folder, `${name}.md`), 'utf8')
    const rendered = renderMarkdown(text, names)
    pages.set(name, { ...rendered, name, title: rendered.sections[0]?.title ?? name })
  }
  const overview = pages.get(overviewName)
  if (overview === undefined) throw new Error(`${folder} has no ${overviewName}.md`)
  pages.delete(overviewName)
  return { pages, overview, groups: readGroups(await readFile(join(folder, `${overviewName}.md`), 'utf8')) }
}

function readGroups(overview: string): GuideGroup[] {
  const groups: GuideGroup[] = []
  for (const token of lexer(overview)) {
    if (token.type === 'heading' && token['depth'] === 2) groups.push({ title: token['text'], names: [] })
    const last = groups.at(-1)
    if (token.type === 'list' && last !== undefined)
      last.names.push(
        ...[...token.raw.matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(([, name = '']) => name),
      )
  }
  return groups
}
