import { useEffect, useRef, useState } from 'react';
import { heightIn, showScheme, type Scheme } from './messages';
import styles from './Gallery.module.css';

interface WindowProps {
  readonly title: string;
  readonly address: string;
  /** CSS pixels; default: as wide as there is room. */
  readonly width?: number;
}

/** A window in the window, as high as what is in it. */
export function Window({ title, address, width }: WindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(200);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      const asked = heightIn(data);
      if (asked !== null && source === frame.current?.contentWindow) setHeight(Math.ceil(asked));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  return (
    <iframe
      ref={frame}
      title={title}
      src={address}
      loading="lazy"
      width={width ?? '100%'}
      height={height}
      className={styles.window}
      onLoad={() => {
        const { colorScheme } = document.documentElement.style;
        if (colorScheme !== '') showScheme(colorScheme as Scheme);
      }}
    />
  );
}
