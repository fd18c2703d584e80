export type Theme = 'system' | 'light' | 'dark'

const place = 'almanac-theme'

export function readTheme(): Theme {
  const theme = localStorage.getItem(place)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function applyTheme(theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function keepTheme(theme: Theme): void {
  localStorage.setItem(place, theme)
  applyTheme(theme)
}
