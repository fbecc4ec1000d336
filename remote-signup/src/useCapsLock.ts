import { useState, type KeyboardEvent, type MouseEvent } from 'react';

/**
 * Whether Caps Lock is on, as far as keys and presses in one field tell.
 * @returns the state, the handlers for the field, and `forget` for when the field is left
 */
export function useCapsLock() {
  const [isOn, setIsOn] = useState(false);
  const look = (event: KeyboardEvent | MouseEvent) => setIsOn(event.getModifierState('CapsLock'));
  return {
    isOn,
    watch: { onKeyDown: look, onKeyUp: look, onMouseDown: look },
    forget: () => setIsOn(false),
  };
}
