import { Toaster, toast } from 'sonner';

export default () => (
  <>
    <button id="sonner" type="button" onClick={() => toast('hi')}>
      sonner
    </button>
    <Toaster />
  </>
);
