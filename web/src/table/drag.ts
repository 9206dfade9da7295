/** Dragging a card with a finger or a mouse, onto whatever carries `data-drop`. */

interface DragOptions {
  /** Whether a drag may begin. */
  readonly enabled: () => boolean
  readonly onmove: (target: string | null) => void
  readonly ondrop: (target: string | null) => void
}

const THRESHOLD = 9

/** An attachment for the element that moves. */
export function draggable(options: DragOptions): (element: HTMLElement) => () => void {
  return (element) => {
    let start: { readonly x: number; readonly y: number; readonly pointer: number } | null = null
    let moving = false

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !options.enabled()) return
      start = { x: event.clientX, y: event.clientY, pointer: event.pointerId }
    }

    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.pointer) return
      const x = event.clientX - start.x
      const y = event.clientY - start.y
      if (!moving && Math.hypot(x, y) < THRESHOLD) return
      if (!moving) {
        moving = true
        element.setPointerCapture(event.pointerId)
        element.classList.add('dragged')
      }
      element.style.translate = `${x}px ${y}px`
      options.onmove(targetAt(event))
    }

    function up(event: PointerEvent): void {
      if (!start) return
      start = null
      if (!moving) return
      const target = event.type === 'pointerup' ? targetAt(event) : null
      end()
      // The click that follows a drag is not a press.
      element.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 60)
      options.ondrop(target)
    }

    function end(): void {
      moving = false
      element.classList.remove('dragged')
      element.style.translate = ''
    }

    element.style.touchAction = 'none'
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
    }
  }
}

function targetAt(event: PointerEvent): string | null {
  const found = document.elementsFromPoint(event.clientX, event.clientY)
  const drop = found.find(
    (element) =>
      element instanceof HTMLElement && element.dataset['drop'] && !element.classList.contains('dragged'),
  )
  return drop instanceof HTMLElement ? (drop.dataset['drop'] ?? null) : null
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
