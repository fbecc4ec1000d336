import Button from '@mui/material/Button';
import Select from 'react-select';
import { DayPicker } from 'react-day-picker';
import useEmblaCarousel from 'embla-carousel-react';

const day = new Date(Date.UTC(2026, 0, 1));

export default () => {
  const [ref] = useEmblaCarousel();
  return (
    <>
      <Button id="mui">mui</Button>
      <Select instanceId="s" options={[]} />
      <DayPicker timeZone="UTC" defaultMonth={day} today={day} />
      <div ref={ref}>
        <div>1</div>
      </div>
    </>
  );
};
