import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Text of each file of the project by its path. */
export type Sources = ReadonlyMap<string, string>

export function projectSources(root: string): Sources {
  const files = globSync('{src,test,scripts,bench,bin}/**/*.{ts,js}', { cwd: root })
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
}

/** Read with expressions, not a compiler: the formatter writes every import and export in one way. */
interface Module {
  /** Functions, constants and classes; types vanish at run time and belong to the signatures that name them. */
  values: Set<string>
  /** What it hands on, by the name it gives it: file and name there. */
  handsOn: Map<string, [file: string, name: string]>
  /** Files it hands on whole. */
  handsOnAll: string[]
  imports: [file: string, name: string][]
  text: string
}

function moduleOf(file: string, source: string): Module {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  const resolved = (path: string) => (path.startsWith('.') ? normalize(join(dirname(file), path)) : path)
  const declared = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class) +([\w$]+)/gm
  const module: Module = {
    values: new Set([...text.matchAll(declared)].map(([, name = '']) => name)),
    handsOn: new Map(),
    handsOnAll: [...text.matchAll(/export \* from '([^']+)'/g)].map(([, path = '']) => resolved(path)),
    imports: [],
    text,
  }
  for (const [, list = '', path = ''] of text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g))
    for (const [name, as] of namesIn(list)) module.handsOn.set(as, [resolved(path), name])
  for (const [, list = '', path = ''] of text.matchAll(
    /import (?:type )?(?:[\w$]+, *)?\{([^}]*)\} from '([^']+)'/g,
  ))
    for (const [name] of namesIn(list)) module.imports.push([resolved(path), name])
  const whole = /import \* as [\w$]+ from '([^']+)'|import\(\s*'([^']+)'/g
  for (const [, path, later] of text.matchAll(whole))
    module.imports.push([resolved(path ?? later ?? ''), '*'])
  return module
}

function namesIn(list: string): [name: string, as: string][] {
  return list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', as = name] = part.split(/\s+as\s+/)
      return [name, as]
    })
}

export interface Unused {
  /** `file#name`: neither its own file nor any other but a test uses it. */
  dead: string[]
  /** `file#name`: only its own file uses it, so the word `export` is too much. */
  inner: string[]
  /** `file#name`: an index hands it on to nobody. */
  handedToNobody: string[]
}

export const isTest = (file: string): boolean => /\.test\.ts$|^test\//.test(file)

export function unusedExports(sources: Sources): Unused {
  const modules = new Map([...sources].map(([file, source]) => [file, moduleOf(file, source)]))
  const users = usersOf(modules)
  const unused: Unused = { dead: [], inner: [], handedToNobody: [] }
  for (const [file, module] of modules) {
    if (!file.startsWith('src/') || isTest(file)) continue
    for (const name of module.values) {
      const by = users(file, name)
      if (by.some((user) => !isTest(user))) continue
      const isUsedInside =
        module.text.match(new RegExp(String.raw`(?<![\w$.])${name}(?![\w$])`, 'g'))!.length > 1
      if (!isUsedInside) unused.dead.push(`${file}#${name}`)
      else if (by.length === 0) unused.inner.push(`${file}#${name}`)
    }
    for (const [name, origin] of module.handsOn)
      if (isValue(modules, origin) && users(file, name).length === 0)
        unused.handedToNobody.push(`${file}#${name}`)
  }
  return unused
}

/** Finds the files that use an export, through however many files it is handed on. */
function usersOf(modules: ReadonlyMap<string, Module>) {
  const direct = new Map<string, string[]>()
  const add = (map: Map<string, string[]>, key: string, value: string) =>
    map.set(key, [...(map.get(key) ?? []), value])
  const onward = new Map<string, string[]>()
  for (const [file, module] of modules) {
    for (const [target, name] of module.imports) add(direct, `${target}#${name}`, file)
    for (const [as, [target, name]] of module.handsOn) add(onward, `${target}#${name}`, `${file}#${as}`)
    for (const target of module.handsOnAll)
      for (const name of namesOf(modules, target)) add(onward, `${target}#${name}`, `${file}#${name}`)
  }
  const users = (file: string, name: string): string[] => {
    const here = [...(direct.get(`${file}#${name}`) ?? []), ...(direct.get(`${file}#*`) ?? [])]
    const further = (onward.get(`${file}#${name}`) ?? []).flatMap((next) => {
      const [nextFile = '', as = ''] = next.split('#')
      return users(nextFile, as)
    })
    return [...here, ...further].filter((user) => user !== file)
  }
  return users
}

function namesOf(modules: ReadonlyMap<string, Module>, file: string): string[] {
  const module = modules.get(file)
  if (module === undefined) return []
  return [
    ...module.values,
    ...module.handsOn.keys(),
    ...module.handsOnAll.flatMap((next) => namesOf(modules, next)),
  ]
}

function isValue(modules: ReadonlyMap<string, Module>, [file, name]: [string, string]): boolean {
  const module = modules.get(file)
  const further = module?.handsOn.get(name)
  return module?.values.has(name) === true || (further !== undefined && isValue(modules, further))
}
