// Loads and stores of two and four elements at once, of each element width.

extern "C" __global__ void vectors(const float4* f4, const float2* f2, const uchar4* c4, const double2* d2,
                                   const short2* s2, const longlong2* l2, float4* of4, float2* of2, uchar4* oc4,
                                   double2* od2, short2* os2, longlong2* ol2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 f = f4[i];
    of4[i] = make_float4(f.w, f.z, f.y, f.x + 1.0f);
    float2 g = f2[i];
    of2[i] = make_float2(g.y * 2.0f, g.x);
    uchar4 c = c4[i];
    oc4[i] = make_uchar4(c.y, c.x, c.w ^ 0xFF, c.z + 1);
    double2 d = d2[i];
    od2[i] = make_double2(d.y, d.x - 1.0);
    short2 s = s2[i];
    os2[i] = make_short2(s.y, -s.x);
    longlong2 l = l2[i];
    ol2[i] = make_longlong2(l.y, l.x + 1);
}
