import { onMounted, onUnmounted, ref } from 'vue';

export interface Line {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly count: number;
}

const key = 'tractors-cart';
const changed = 'tractors-cart-changed';
const isLine = (each: unknown): each is Line =>
  typeof Reflect.get(Object(each), 'sku') === 'string' &&
  typeof Reflect.get(Object(each), 'count') === 'number';

function read(): readonly Line[] {
  try {
    const lines: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(lines) ? lines.filter(isLine) : [];
  } catch {
    return [];
  }
}

export function write(change: (lines: readonly Line[]) => readonly Line[]): void {
  localStorage.setItem(key, JSON.stringify(change(read())));
  window.dispatchEvent(new Event(changed));
}

/** The cart of this visitor. It is empty where pages are composed. */
export function useCart() {
  const lines = ref<readonly Line[]>([]);
  const update = () => {
    lines.value = read();
  };
  onMounted(() => {
    update();
    window.addEventListener(changed, update);
  });
  onUnmounted(() => window.removeEventListener(changed, update));
  return lines;
}
